import { loadNative, loadWasm } from '../../lib/wire/xml/schema/schema-engine.ts';

/** The engines that work here: npm installs libxmljs2 only where Node 22 or newer can load it. */
export const installedEngines = (
  await Promise.all([loadNative, loadWasm].map((load) => load().catch(() => [])))
).flat();
