import { h } from 'preact';
import { mount, useHost, useKeptState, useResult, useTool } from '../../src/preact.js';
import { makeBoard } from './board.js';

mount(h(makeBoard({ useHost, useKeptState, useResult, useTool }, h), null));
