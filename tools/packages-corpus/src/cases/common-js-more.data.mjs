/**
 * More packages that are published as CommonJS, with files beside them, native code or effects.
 */

/** @type {readonly import('../corpus-case.mjs').RealPackage[]} */
export const commonJsMore = [
  {
    package: 'minimist',
    kind: 'CommonJS',
    forms: { default: [`import minimist from 'minimist';`, `return minimist(['--a', '1', 'x']);`] },
  },
  {
    package: 'async',
    kind: 'dual by the main and module members',
    forms: {
      default: [`import async from 'async';`, `return async.mapLimit([1, 2], 1, async (n: number) => n * 2);`],
      named: [
        `import { eachSeries, parallel } from 'async';`,
        `const seen: number[] = []; await eachSeries([1, 2], async (n: number) => void seen.push(n)); return [seen, typeof parallel];`,
      ],
    },
  },
  {
    package: 'papaparse',
    kind: 'CommonJS',
    forms: {
      default: [
        `import Papa from 'papaparse';`,
        `return [Papa.parse('a,b\\n1,2', { header: true }).data, Papa.unparse([{ a: 1 }])];`,
      ],
    },
  },
  {
    package: 'exceljs',
    kind: 'CommonJS',
    forms: {
      default: [
        `import ExcelJS from 'exceljs';`,
        `const book = new ExcelJS.Workbook(); book.addWorksheet('s').addRow([1, 'a']);
  const again = new ExcelJS.Workbook(); await again.xlsx.load(await book.xlsx.writeBuffer()); return again.getWorksheet('s')?.getRow(1).getCell(2).value;`,
      ],
    },
  },
  {
    package: 'jszip',
    kind: 'CommonJS',
    forms: {
      default: [
        `import JSZip from 'jszip';`,
        `const data = await new JSZip().file('a.txt', 'hi').generateAsync({ type: 'uint8array' });
  return (await JSZip.loadAsync(data)).file('a.txt')?.async('string');`,
      ],
    },
  },
  {
    package: 'xml2js',
    kind: 'CommonJS',
    forms: {
      default: [`import xml2js from 'xml2js';`, `return xml2js.parseStringPromise('<a b="1">c</a>');`],
      named: [
        `import { Builder, parseStringPromise } from 'xml2js';`,
        `return [new Builder({ headless: true }).buildObject({ a: 1 }), await parseStringPromise('<x/>')];`,
      ],
    },
  },
  {
    package: 'js-yaml',
    kind: 'dual',
    forms: {
      namespace: [`import * as yaml from 'js-yaml';`, `return [yaml.load('a: 1'), yaml.dump({ b: [1] })];`],
      named: [`import { dump, load } from 'js-yaml';`, `return [load('[1]'), dump(1)];`],
    },
  },
  {
    package: 'markdown-it',
    kind: 'dual',
    forms: {
      default: [
        `import MarkdownIt from 'markdown-it';`,
        `return new MarkdownIt({ linkify: true }).render('*a* b.org');`,
      ],
    },
  },
  {
    package: 'cheerio',
    kind: 'dual',
    shapes: ['cheerio', 'cheerio/slim'],
    forms: {
      namespace: [`import * as cheerio from 'cheerio';`, `return cheerio.load('<p class="a">x</p>')('.a').text();`],
      named: [`import { load } from 'cheerio';`, `return load('<b>1</b>').html();`],
      subpath: [`import { load } from 'cheerio/slim';`, `return load('<i>1</i>')('i').text();`],
    },
  },
  {
    package: 'pdfkit',
    kind: 'CommonJS, files beside itself',
    forms: {
      default: [
        `import PDFDocument from 'pdfkit';`,
        `const document = new PDFDocument(); const parts: Buffer[] = []; document.on('data', (part: Buffer) => void parts.push(part));
  document.font('Times-Roman').text('hi').end(); await new Promise((resolve) => document.once('end', resolve));
  return Buffer.concat(parts).subarray(0, 5).toString();`,
      ],
    },
  },
  {
    package: 'reflect-metadata',
    kind: 'effects alone',
    shapes: [],
    forms: {
      'side effect': [
        `import 'reflect-metadata';`,
        `class One {} Reflect.defineMetadata('a', 1, One); return [Reflect.getMetadata('a', One), Reflect.hasMetadata('b', One)];`,
      ],
    },
  },
  {
    package: 'class-validator',
    kind: 'CommonJS, decorators of another framework',
    forms: {
      named: [
        `import { IsEmail, Length, validate } from 'class-validator';\nclass User { @IsEmail() email = 'x'; @Length(1, 2) name = 'abc'; }`,
        `return (await validate(new User())).map(({ property, constraints }) => [property, constraints]);`,
      ],
    },
  },
  {
    package: 'class-transformer',
    kind: 'CommonJS, decorators of another framework',
    forms: {
      named: [
        `import 'reflect-metadata';\nimport { Expose, instanceToPlain, plainToInstance, Type } from 'class-transformer';\nclass Inner { n = 0; get twice() { return this.n * 2; } }\nclass Outer { @Type(() => Inner) inner!: Inner; @Expose({ name: 'other' }) own = 1; }`,
        `const outer = plainToInstance(Outer, { inner: { n: 2 }, other: 5 }); return [outer.inner.twice, outer.own, instanceToPlain(outer)];`,
      ],
    },
  },
  {
    package: 'sql.js',
    kind: 'CommonJS, wasm beside itself',
    shapes: [],
    forms: {
      default: [
        `import initSqlJs from 'sql.js';`,
        `const { Database } = await initSqlJs(); const db = new Database(); db.run('CREATE TABLE a (b); INSERT INTO a VALUES (1)');
  return db.exec('SELECT b + 1 FROM a')[0]?.values;`,
      ],
    },
  },
  {
    package: '@node-rs/crc32',
    kind: 'CommonJS, native',
    forms: {
      named: [`import { crc32, crc32c } from '@node-rs/crc32';`, `return [crc32('a'), crc32c('a')];`],
      dynamic: ['', `const { crc32 } = await import('@node-rs/crc32'); return crc32(Buffer.from('b'));`],
    },
  },
  {
    package: 'sharp',
    kind: 'native',
    forms: {
      default: [
        `import sharp from 'sharp';`,
        `const png = await sharp({ create: { width: 2, height: 3, channels: 3, background: 'red' } }).png().toBuffer();
  const { width, height, format } = await sharp(png).metadata(); return [width, height, format];`,
      ],
    },
  },
  {
    package: 'cookie',
    kind: 'CommonJS, __esModule',
    forms: {
      namespace: [`import * as cookie from 'cookie';`, `return [cookie.parse('a=1; b=2')];`],
      named: [`import { parse } from 'cookie';`, `return parse('a=%20');`],
    },
  },
  {
    package: 'nodemailer',
    kind: 'CommonJS',
    forms: {
      default: [
        `import nodemailer from 'nodemailer';`,
        `const sent = await nodemailer.createTransport({ jsonTransport: true }).sendMail({ from: 'a@b.co', to: 'c@d.co', text: 'x', messageId: '<1>' });
  return [sent.envelope, typeof nodemailer.createTestAccount];`,
      ],
      named: [
        `import { createTransport } from 'nodemailer';`,
        `return typeof createTransport({ jsonTransport: true }).sendMail;`,
      ],
    },
  },
  {
    package: 'picomatch',
    kind: 'CommonJS',
    forms: {
      default: [
        `import picomatch from 'picomatch';`,
        `return [picomatch('*.js')('a.js'), picomatch.isMatch('a', 'b')];`,
      ],
    },
  },
  {
    package: 'fast-glob',
    kind: 'CommonJS',
    forms: {
      default: [
        `import fg from 'fast-glob';`,
        `return [fg.sync('src/*.ts'), await fg('*.nothing'), fg.isDynamicPattern('*')];`,
      ],
      'default, and names of it': [
        `import fg from 'fast-glob';\n\nconst { glob, globSync } = fg;`,
        `return [globSync('package.json'), await glob('src/plugin.ts')];`,
      ],
    },
  },
  {
    package: 'dotenv',
    kind: 'effects, or CommonJS',
    forms: {
      default: [`import dotenv from 'dotenv';`, `return dotenv.parse('A=1\\nB="x y"');`],
      'side effect by subpath': [`import 'dotenv/config';`, `return typeof process.env['PATH'];`],
    },
  },
  {
    package: 'linguist-languages',
    kind: 'dual',
    shapes: [],
    forms: {
      named: [
        `import { JavaScript } from 'linguist-languages';`,
        `return [JavaScript.name, JavaScript.extensions?.length];`,
      ],
      namespace: [`import * as languages from 'linguist-languages';`, `return Object.keys(languages).length > 600;`],
    },
  },
  {
    package: '@iarna/toml',
    kind: 'CommonJS',
    forms: {
      default: [`import TOML from '@iarna/toml';`, `return [TOML.parse('a = 1'), TOML.stringify({ b: 'c' })];`],
    },
  },
  {
    package: 'debug',
    kind: 'CommonJS, by conditions',
    forms: {
      default: [
        `import createDebug from 'debug';`,
        `return [createDebug('a').namespace, createDebug.enabled('b'), typeof createDebug.humanize];`,
      ],
    },
  },
  {
    package: 'inherits',
    kind: 'CommonJS',
    // Its types allow no namespace.
    shapes: [],
    forms: {
      default: [`import inherits from 'inherits';`, `return typeof inherits;`],
    },
  },
];
