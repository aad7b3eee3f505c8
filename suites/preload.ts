// The worker of the command loads this while the command loads Vitest. What fails here fails again in the suite, which
// reports it.
const loaded = [
  import('vitest'),
  import('../lib/run/exchange-tests.ts'),
  import('../lib/wire/xml/schema/schema-engine.ts').then(({ schemaEngine }) => schemaEngine()),
];
await Promise.allSettled(loaded);
