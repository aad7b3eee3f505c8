const { existsSync, readdirSync, statSync } = require('node:fs');

// wine 8 lacks TCP_KEEPIDLE: each connection that is kept alive would fail.
process.binding('tcp_wrap').TCP.prototype.setKeepAlive = () => 0;

// Interrupts the command, not its worker, as Ctrl-C does once the recording in this folder has some requests.
const folder = process.env.INTERRUPT_RECORDING_IN;
if (folder && !process.send) {
  const timer = setInterval(() => {
    const name = existsSync(folder) && readdirSync(folder).find((one) => one.endsWith('.tmp'));
    if (!name || statSync(`${folder}/${name}`).size < 60_000) return;
    clearInterval(timer);
    process.emit('SIGINT', 'SIGINT');
  }, 20);
  timer.unref();
}
