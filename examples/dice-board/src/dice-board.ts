/**
 * Rolls dice. The view shows them; its own tool rolls some of them again.
 */
import { Tool, ToolError, View } from '@sigil/core';

/** Dice that were rolled. */
export interface Roll {
  /** How many sides each die has. */
  sides: number;
  /** The number on each die. */
  dice: number[];
  /** The sum of all dice. */
  total: number;
}

/** Dice on a board. */
@View('ui://dice-board/board', { title: 'Dice', prefersBorder: true })
export class DiceBoard {
  // #region roll
  /**
   * Roll dice and show them to the user, who can roll some of them again.
   * @param sides How many sides each die has @minimum 2 @maximum 100
   * @param count How many dice @minimum 1 @maximum 12
   * @returns The dice, and their sum
   */
  @Tool({ view: 'ui://dice-board/board' })
  roll(sides = 6, count = 5): Roll {
    return rollOf(
      sides,
      Array.from({ length: count }, () => rollDie(sides)),
    );
  }

  /**
   * Roll the dice again that are not kept.
   * @param sides How many sides each die has @minimum 2 @maximum 100
   * @param dice The number on each die @minItems 1 @maxItems 12
   * @param kept The places of the dice to keep, the first is 0
   * @returns All dice, and their sum
   */
  @Tool({ view: 'ui://dice-board/board', visibility: ['app'] })
  rollAgain(sides: number, dice: number[], kept: number[]): Roll {
    const unknown = kept.find((place) => !(place in dice));
    if (unknown !== undefined) throw new ToolError(`there is no die ${unknown} among ${dice.length}`);
    return rollOf(
      sides,
      dice.map((die, place) => (kept.includes(place) ? die : rollDie(sides))),
    );
  }
  // #endregion roll
}

function rollDie(sides: number): number {
  return 1 + Math.floor(Math.random() * sides);
}

function rollOf(sides: number, dice: number[]): Roll {
  return { sides, dice, total: dice.reduce((sum, die) => sum + die, 0) };
}
