// @ts-check
/**
 * The script of the page at `/mcp`.
 */
import { enliven } from './page-behaviour.js';

enliven();
