/**
 * The program of the process that reads the recorded inputs of a plugin's views: `views/*.story.ts` and other story files.
 *
 * Sends one message to its parent.
 */
import { collectStories } from './collect-stories.js';

const [folder = '.'] = process.argv.slice(2);
process.send?.(await collectStories(folder));
