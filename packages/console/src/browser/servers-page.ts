/**
 * The script of the page at `/mcp`. The list of servers is complete without it.
 */
import { startFilters } from './filter-list.js';
import { startPage } from './page-behaviour.js';

startPage();
startFilters();
