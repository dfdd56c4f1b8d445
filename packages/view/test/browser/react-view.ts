import { createElement } from 'react';
import { mount, useHost, useKeptState, useResult, useTool } from '../../src/react.js';
import { makeBoard } from './board.js';

mount(createElement(makeBoard({ useHost, useKeptState, useResult, useTool }, createElement)));
