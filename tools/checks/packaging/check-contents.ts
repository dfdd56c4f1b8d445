/**
 * Refuses a packed package that lacks files its users need or contains files only this workspace needs.
 */
import type { Problem } from '../src/problem.ts';
import type { PackedPackage } from './pack-packages.ts';

const unwanted = /\.test(-support|-d)?\.|\.tsbuildinfo$|(^|\/)(test|fixtures|out-tsc|node_modules)\//;

/** Matches templates: a plugin created from them has a test too. */
const template = /^templates\/.*\.template$/;

/** @param packed name, entries and file list of one tarball */
export function checkContents({ name, entries, files }: Omit<PackedPackage, 'tarball'>): Problem[] {
  const missing = ['package.json', 'README.md', 'LICENSE', ...entries].filter((path) => !files.includes(path));
  const surplus = files.filter((path) => unwanted.test(path) && !template.test(path));
  return [
    ...missing.map((path) => ({ file: name, message: `the tarball lacks ${path}` })),
    ...surplus.map((path) => ({ file: name, message: `the tarball must not contain ${path}` })),
  ];
}
