/** For tests of the schemas: the language server that editors ask about YAML, spoken to as they do. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** What an editor underlines. */
export interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/** Counted from 0, as the protocol does. */
interface Position {
  readonly line: number;
  readonly character: number;
}

/** Opens a text under the name of a file, and gives what is wrong with it. */
type Open = (path: string, text: string) => Promise<readonly Diagnostic[]>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

interface Diagnosed {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Uses the YAML language server over its standard streams (Language Server Protocol 3.17).
 * @param settings of the editor, such as `{ 'yaml.schemas': … }` of VS Code, without `yaml.`
 */
export async function withEditor<T>(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
  use: (open: Open) => Promise<T>,
): Promise<T> {
  const program = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
  const server = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let ready = () => {};
  const diagnosed = new Map<string, (found: readonly Diagnostic[]) => void>();
  const send = (message: Message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const receive = ({ id, method, params }: Message) => {
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as Diagnosed;
      diagnosed.get(uri)?.(diagnostics);
    } else if (method === 'workspace/configuration' && id !== undefined) {
      const { items } = params as { readonly items: readonly { readonly section?: string }[] };
      send({ id, result: items.map(({ section }) => (section === 'yaml' ? settings : {})) });
    } else if (method !== undefined && id !== undefined) send({ id, result: null });
    else if (id === 1) ready();
  };
  server.stdout.on('data', messagesTo(receive));
  let version = 0;
  const rootUri = uriOf(folder);
  try {
    await new Promise<void>((resolve) => {
      ready = resolve;
      const params = {
        processId: process.pid,
        rootUri,
        workspaceFolders: [{ uri: rootUri, name: 'project' }],
        capabilities: { workspace: { configuration: true }, textDocument: { publishDiagnostics: {} } },
      };
      send({ id: 1, method: 'initialize', params });
    });
    send({ method: 'initialized', params: {} });
    return await use(
      (path, text) =>
        new Promise((resolve) => {
          diagnosed.set(uriOf(path), resolve);
          // The server keeps what it made of a version.
          version += 1;
          const textDocument = { uri: uriOf(path), languageId: 'yaml', version, text };
          send({ method: 'textDocument/didOpen', params: { textDocument } });
        }),
    );
  } finally {
    server.kill();
  }
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** Cuts a stream into its messages; each has a header that says how long it is. */
function messagesTo(receive: (message: Message) => void): (more: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (more) => {
    rest = Buffer.concat([rest, more]);
    for (;;) {
      const head = rest.indexOf('\r\n\r\n');
      const length = Number(
        /content-length: (\d+)/i.exec(rest.toString('latin1', 0, Math.max(head, 0)))?.[1],
      );
      if (head < 0 || rest.length < head + 4 + length) return;
      const body = rest.toString('utf8', head + 4, head + 4 + length);
      rest = rest.subarray(head + 4 + length);
      receive(JSON.parse(body) as Message);
    }
  };
}
