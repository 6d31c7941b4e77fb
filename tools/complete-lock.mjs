// npm leaves optional packages of other platforms out of the lock file when the registry at hand does not carry them,
// and `npm ci` then refuses the lock. This adds them: what their names say is what decides whether they are installed.
//   npm install --package-lock-only && node tools/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const OS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const CPU = ['arm64', 'arm', 'ia32', 'x64', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

const platformOf = (name) => {
  const words = name.split('/').at(-1).split('-');
  const os = OS.filter((word) => words.includes(word));
  const cpu = CPU.filter((word) => words.includes(word));
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return { ...(os.length ? { os } : {}), ...(cpu.length ? { cpu } : {}), ...(libc.length ? { libc } : {}) };
};

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
let added = 0;
for (const [, parent] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const platform = platformOf(name);
    if (path in lock.packages || !('cpu' in platform)) continue;
    lock.packages[path] = {
      version,
      ...platform,
      ...(parent.dev ? { dev: true } : {}),
      license: parent.license,
      optional: true,
    };
    added += 1;
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages added`);
