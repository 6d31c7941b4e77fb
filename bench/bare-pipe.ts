// The least that could be a pipe: each line of standard input is posted, each answer is a line of standard output.
import http from 'node:http';
import { createInterface } from 'node:readline';

const agent = new http.Agent({ keepAlive: true });
const url = process.env['BATON_URL']!;

const post = (line: string): void => {
  const request = http.request(url, { method: 'POST', agent }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => process.stdout.write(`${Buffer.concat(chunks).toString('utf8')}\n`));
  });
  request.end(line);
};

createInterface({ input: process.stdin })
  .on('line', post)
  .on('close', () => process.exit(0));
