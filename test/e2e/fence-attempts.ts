// Ways out of the fence that an agent's shell may try. Each is a line that succeeds when it got out, or names what it would
// leave on this machine.
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';
import { projectState, runState, type Scratch } from './scratch.ts';

export interface Outside {
  readonly world: Scratch;
  /** A process of this machine that is not the agent's. */
  readonly victim: number;
  /** An HTTP server of this machine, on all of its addresses. */
  readonly port: number;
  /** An address of this machine that is not loopback; loopback where it has no other. */
  readonly address: string;
}

export interface Way {
  readonly name: string;
  readonly line: string;
  /** What exists on this machine afterwards if it got out; without it the line's own success tells. */
  readonly leaves?: string;
  /** It would do harm where there is no fence, or it fails there, too. */
  readonly onlyFenced?: true;
}

const get = (url: string): string =>
  `'${process.execPath}' -e "fetch('${url}').then((r)=>r.text()).then((t)=>process.exit(t.includes('of this machine')?0:1),()=>process.exit(1))"`;
const connect = (to: string): string =>
  `'${process.execPath}' -e "require('net').connect(${to}).on('connect',()=>process.exit(0)).on('error',()=>process.exit(1))"`;
const person = (line: string): string =>
  `env -u BATON_TOKEN '${process.execPath}' '${builtProgram()}' ${line}`;

const reads = ({ world }: Outside): Way[] => {
  const state = projectState(world);
  return [
    { name: 'read the journal', line: `cat ${runState(world, 'r')}/journal.jsonl` },
    { name: "read the holder's key for people", line: `cat ${runState(world, 'r')}/holder.json` },
    { name: "read another agent's log", line: `cat ${runState(world, 'r')}/logs/*` },
    { name: 'read the attestation key', line: `cat ${world.state}/keys/attestation.pem` },
    { name: "read another agent's tree", line: `cat ${state}/.worktrees/baton.other.x/secret.txt` },
    { name: "read another agent's desk", line: `cat ${state}/.desks/other/x/secret.txt` },
    { name: 'list the state directory', line: `ls ${world.state} | grep -q keys` },
    { name: 'read ssh keys', line: `cat ${world.home}/.ssh/id_ed25519` },
    { name: 'read ssh keys through a link', line: `ln -sf ${world.home}/.ssh/id_ed25519 link && cat link` },
    { name: 'read secrets of the checkout', line: `cat ${world.project}/.env` },
    { name: 'read what another program keeps in the temporary folder', line: `cat ${world.tmp}/other.txt` },
    { name: 'read passwords of the system', line: 'cat /etc/shadow' },
    {
      name: 'read through the root of the first process',
      line: `cat /proc/1/root${world.home}/.ssh/id_ed25519`,
    },
    {
      name: 'read through a directory that a process has open',
      line: `cat /proc/*/cwd/.ssh/id_ed25519 /proc/*/root${world.home}/.ssh/id_ed25519 | grep -q key`,
    },
    {
      name: "read a variable of the holder's",
      line: 'tr "\\0" "\\n" < /proc/$PPID/environ | grep -q HOLDERS_SECRET',
      onlyFenced: true,
    },
  ];
};

const writes = ({ world }: Outside): Way[] => [
  {
    name: 'write into the project',
    line: `touch ${world.project}/got-out`,
    leaves: `${world.project}/got-out`,
  },
  { name: 'write into the home', line: `touch ${world.home}/got-out`, leaves: `${world.home}/got-out` },
  {
    name: 'write beside the project',
    line: `mkdir -p ${world.root} && touch ${world.root}/got-out`,
    leaves: `${world.root}/got-out`,
  },
  {
    name: 'write into the state',
    line: `mkdir -p ${world.state}; touch ${world.state}/got-out`,
    leaves: `${world.state}/got-out`,
  },
  {
    name: 'write into the temporary folder',
    line: `mkdir -p ${world.tmp}; touch ${world.tmp}/got-out`,
    leaves: `${world.tmp}/got-out`,
  },
  {
    name: 'write into the run directory',
    line: 'touch $BATON_RUN_DIRECTORY/got-out',
    leaves: join(world.project, '.baton/runs/r/got-out'),
  },
  {
    name: 'write a file over the system',
    line: 'touch /usr/got-out',
    leaves: '/usr/got-out',
    onlyFenced: true,
  },
  {
    name: 'write through a link',
    line: `ln -s ${world.project} away; touch away/by-link`,
    leaves: `${world.project}/by-link`,
  },
  { name: "write Baton's own program", line: `echo >> '${builtProgram()}'`, onlyFenced: true },
];

const COMMON = '"$(git rev-parse --git-common-dir)"';
const OWN = '"$(git rev-parse --git-dir)"';

const gits = ({ world }: Outside): Way[] => {
  const dir = join(world.project, '.git');
  return [
    {
      name: 'add a hook to the project',
      line: `mkdir -p ${COMMON}/hooks; echo x > ${COMMON}/hooks/pre-commit`,
      leaves: `${dir}/hooks/pre-commit`,
    },
    { name: 'make a branch in the project', line: 'git branch got-out', leaves: `${dir}/refs/heads/got-out` },
    {
      name: 'write a ref beside git',
      line: `mkdir -p ${COMMON}/refs/heads; git rev-parse HEAD > ${COMMON}/refs/heads/by-hand`,
      leaves: `${dir}/refs/heads/by-hand`,
    },
    {
      name: 'leave a file among the objects',
      line: `touch ${COMMON}/objects/got-out`,
      leaves: `${dir}/objects/got-out`,
    },
    {
      name: "lead Baton's git to another repository",
      line: `d=${OWN}; echo /tmp > "$d/commondir" || { rm -f "$d/commondir" && echo /tmp > "$d/commondir"; }`,
      onlyFenced: true,
    },
    { name: 'move the record of the tree away', line: `mv ${OWN}/gitdir ${OWN}/gone`, onlyFenced: true },
    {
      name: 'name a program in the configuration of the tree',
      line: `echo "[core]" > ${OWN}/config.worktree`,
      onlyFenced: true,
    },
    { name: "read the project's remote", line: 'git config --get remote.origin.url | grep -q s3cret' },
  ];
};

const reaches = ({ world, port, address }: Outside): Way[] => [
  { name: 'reach a service on loopback', line: get(`http://127.0.0.1:${port}/`) },
  { name: 'reach this machine by its address', line: get(`http://${address}:${port}/`) },
  {
    name: 'reach a service through the proxy',
    line: `'${process.execPath}' -e "require('http').request({host:'127.0.0.1',port:new URL(process.env.HTTP_PROXY).port,path:'http://${address}:${port}/'},(r)=>{r.resume();process.exit(r.statusCode===200?0:1)}).on('error',()=>process.exit(1)).end()"`,
    onlyFenced: true,
  },
  {
    name: 'reach a service through a tunnel',
    line: `'${process.execPath}' -e "require('http').request({method:'CONNECT',host:'127.0.0.1',port:new URL(process.env.HTTP_PROXY).port,path:'127.0.0.1:${port}'}).on('connect',(r)=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1)).end()"`,
    onlyFenced: true,
  },
  { name: 'reach a socket in the file system', line: connect(`'${world.root}/host.sock'`) },
  { name: 'reach a socket without a name', line: connect(`'\\0baton-fence-${port}'`), onlyFenced: true },
];

/** Processes of its own an agent has without a fence, too, where bubblewrap may be used. */
const processes = ({ victim }: Outside): Way[] => [
  { name: 'see another process', line: `test -e /proc/${victim}/stat`, onlyFenced: true },
  { name: 'signal another process', line: `kill -0 ${victim}`, onlyFenced: true },
  { name: "read another process's memory", line: `exec 3</proc/${victim}/mem`, onlyFenced: true },
  { name: "read another process's environment", line: `cat /proc/${victim}/environ`, onlyFenced: true },
  { name: 'mount something', line: 'mount -t tmpfs none /mnt', onlyFenced: true },
  { name: 'uncover what is mounted over', line: 'umount /run || umount /tmp', onlyFenced: true },
  {
    name: 'make the system writable in a namespace of its own',
    line: 'unshare -Urm sh -c "mount -o remount,bind,rw /usr && touch /usr/got-out"',
    onlyFenced: true,
  },
  {
    name: 'enter the namespaces of the first process',
    line: `nsenter -t 1 -m -p -n true && test -e /proc/${victim}/stat`,
    onlyFenced: true,
  },
  { name: 'make a device', line: 'mknod /tmp/disk b 8 0', onlyFenced: true },
  { name: 'change the kernel', line: 'echo 1 > /proc/sys/kernel/sysrq', onlyFenced: true },
];

const persons = ({ world }: Outside): Way[] => {
  const as = `-C ${world.project}`;
  const env = `BATON_STATE=${world.state}`;
  return [
    {
      name: 'answer as the person',
      line: `${env} ${person(`${as} answer coding.coder.one.1.ask1 --text mine`)}`,
      onlyFenced: true,
    },
    { name: 'stop the run as the person', line: `${env} ${person(`${as} stop r`)}`, onlyFenced: true },
    {
      name: 'speak to the holder as the person',
      line: `'${process.execPath}' -e "fetch(process.env.BATON_URL+'/v1/person',{method:'POST',headers:{authorization:'Bearer '+process.env.BATON_TOKEN},body:'{}'}).then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"`,
      onlyFenced: true,
    },
  ];
};

export const waysOut = (outside: Outside): readonly Way[] =>
  [reads, writes, gits, reaches, processes, persons].flatMap((ways) => ways(outside));
