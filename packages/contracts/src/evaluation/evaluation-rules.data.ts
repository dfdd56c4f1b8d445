/**
 * The one table of static rules for the words of tools.
 *
 * An id is never given a second meaning. `docs/reference/evaluation-rules.md` has a section for each row, in this order.
 */

/** A rule, with a source that breaks it and one that follows it. */
export interface EvaluationRule {
  readonly level: 'error' | 'warning';
  /** The reason, as a sentence. */
  readonly summary: string;
  /** The remedy, as a sentence. */
  readonly remedy: string;
  /** The members of a class that publishes tools. */
  readonly wrong: string;
  readonly right: string;
}

/** Every rule by its id. */
export const evaluationRules = {
  'no-description': {
    level: 'error',
    summary: 'A model chooses a tool by its description, and this one has none.',
    remedy: 'Write a doc comment that says what the tool does and when to use it.',
    wrong: `@Tool({ readOnly: true })
forecast(city: string): string {
  return city;
}`,
    right: `/** Forecast the weather of the next three days. @param city Name of the city, such as "Rome" */
@Tool({ readOnly: true })
forecast(city: string): string {
  return city;
}`,
  },
  'repeated-name': {
    level: 'warning',
    summary: 'A description in the words of the name adds nothing to it.',
    remedy: 'Say what the name cannot: the source, the form of the result, the limits.',
    wrong: `/** The weather forecast. */
@Tool({ readOnly: true })
weatherForecast(): string {
  return 'sunny';
}`,
    right: `/** Predicts rain and temperature of the next three days at the user's place. */
@Tool({ readOnly: true })
weatherForecast(): string {
  return 'sunny';
}`,
  },
  'unfinished-text': {
    level: 'error',
    summary: 'A text such as "TODO" was meant to be replaced.',
    remedy: 'Write the description.',
    wrong: `/** TODO */
@Tool({ readOnly: true })
forecast(): string {
  return 'sunny';
}`,
    right: `/** Forecast the weather of the next three days. */
@Tool({ readOnly: true })
forecast(): string {
  return 'sunny';
}`,
  },
  'near-names': {
    level: 'warning',
    summary: 'Names that differ only in a letter, a sign, a plural or the order of words are confused.',
    remedy: 'Give one of them another word, or join the tools.',
    wrong: `/** Forecast the weather of the next three days. */
@Tool({ readOnly: true })
weatherForecast(): string {
  return 'sunny';
}

/** Show the warnings of the weather service. */
@Tool({ readOnly: true })
forecastWeather(): string {
  return 'storm';
}`,
    right: `/** Forecast the weather of the next three days. */
@Tool({ readOnly: true })
weatherForecast(): string {
  return 'sunny';
}

/** Show the warnings of the weather service. */
@Tool({ readOnly: true })
stormWarnings(): string {
  return 'storm';
}`,
  },
  'overlapping-tools': {
    level: 'warning',
    summary: 'Two tools do the same by their names, so a model picks either.',
    remedy: 'Join them, or name the difference.',
    wrong: `/** Get a customer from the database. @param id Number of the customer */
@Tool({ readOnly: true })
getCustomer(id: number): string {
  return String(id);
}

/** Read the master data of one client. @param id Number of the customer */
@Tool({ readOnly: true })
fetchCustomer(id: number): string {
  return String(id);
}`,
    right: `/** Get a customer from the database. @param id Number of the customer */
@Tool({ readOnly: true })
getCustomer(id: number): string {
  return String(id);
}

/** Read the orders of one client, newest first. @param id Number of the customer */
@Tool({ readOnly: true })
fetchOrders(id: number): string {
  return String(id);
}`,
  },
  'same-description': {
    level: 'warning',
    summary: 'Tools with the same description cannot be told apart.',
    remedy: 'Begin each description with what only this tool does.',
    wrong: `/** Search the documents of the team. */
@Tool({ readOnly: true })
quickSearch(): string {
  return 'a';
}

/** Search the team's documents. */
@Tool({ readOnly: true })
semanticSearch(): string {
  return 'b';
}`,
    right: `/** Search the titles of the team's documents. */
@Tool({ readOnly: true })
quickSearch(): string {
  return 'a';
}

/** Search documents by meaning, for questions in other words than theirs. */
@Tool({ readOnly: true })
semanticSearch(): string {
  return 'b';
}`,
  },
  'contradicting-annotations': {
    level: 'error',
    summary: 'The annotations say the opposite of the name or the description, and clients ask for consent by them.',
    remedy: 'Correct the annotations, or the words.',
    wrong: `/** Delete all files of a folder. */
@Tool({ readOnly: true })
deleteFiles(): string {
  return 'done';
}`,
    right: `/** Delete all files of a folder. */
@Tool({ destructive: true })
deleteFiles(): string {
  return 'done';
}`,
  },
  'contradicting-words': {
    level: 'error',
    summary: 'The name says the opposite of the description.',
    remedy: 'Rename the tool with formerly, or correct the description.',
    wrong: `/** Delete the draft of a mail. */
@Tool()
getDraft(): string {
  return 'done';
}`,
    right: `/** Delete the draft of a mail. */
@Tool()
deleteDraft(): string {
  return 'done';
}`,
  },
  'undescribed-parameter': {
    level: 'warning',
    summary: 'A model guesses what a parameter without a description takes.',
    remedy: 'Add an @param tag, or a comment at the member of the type.',
    wrong: `/** Forecast the weather of the next three days. */
@Tool({ readOnly: true })
forecast(place: string): string {
  return place;
}`,
    right: `/** Forecast the weather of the next three days. @param place Name of a city, or coordinates as "lat,lon" */
@Tool({ readOnly: true })
forecast(place: string): string {
  return place;
}`,
  },
  'repeated-parameter-name': {
    level: 'warning',
    summary: 'A description in the words of the parameter adds nothing to its name.',
    remedy: 'Say which values it takes: a form, an example, a range.',
    wrong: `/** Forecast the weather of the next three days. @param place The place */
@Tool({ readOnly: true })
forecast(place: string): string {
  return place;
}`,
    right: `/** Forecast the weather of the next three days. @param place Name of a city, or coordinates as "lat,lon" */
@Tool({ readOnly: true })
forecast(place: string): string {
  return place;
}`,
  },
  'same-parameter-texts': {
    level: 'warning',
    summary: 'Parameters of one tool with the same description are confused.',
    remedy: 'Say what each of them is for.',
    wrong: `/**
 * Convert an amount of money at the rates of today.
 * @param from Three letters of a currency
 * @param to Three letters of a currency
 */
@Tool({ readOnly: true })
convert(from: string, to: string): string {
  return from + to;
}`,
    right: `/**
 * Convert an amount of money at the rates of today.
 * @param from Three letters of the currency that is sold
 * @param to Three letters of the currency that is bought
 */
@Tool({ readOnly: true })
convert(from: string, to: string): string {
  return from + to;
}`,
  },
  'unexplained-values': {
    level: 'warning',
    summary: 'Values such as "a", "p1" or "strict" say nothing of themselves.',
    remedy: 'Explain each value in the description of the parameter.',
    wrong: `/** Sort the mails of a folder. @param mode The order */
@Tool({ readOnly: true })
sortMails(mode: 'p1' | 'p2'): string {
  return mode;
}`,
    right: `/** Sort the mails of a folder. @param mode The order: "p1" puts urgent mails first, "p2" the newest */
@Tool({ readOnly: true })
sortMails(mode: 'p1' | 'p2'): string {
  return mode;
}`,
  },
  'missing-unit': {
    level: 'warning',
    summary: 'A number for a duration, a length or an amount has a unit, and nothing says which.',
    remedy: 'Name the unit in the description, or in the name: timeoutMs.',
    wrong: `/** Wait for a file to appear. @param timeout Longest time to wait */
@Tool({ readOnly: true })
awaitFile(timeout: number): string {
  return String(timeout);
}`,
    right: `/** Wait for a file to appear. @param timeout Longest time to wait, in seconds */
@Tool({ readOnly: true })
awaitFile(timeout: number): string {
  return String(timeout);
}`,
  },
  'differing-types': {
    level: 'warning',
    summary: 'A model that learnt the form of a parameter in one tool uses it in the next.',
    remedy: 'Use one type, or another name.',
    wrong: `/** Get a customer from the database. @param customerId Number of the customer */
@Tool({ readOnly: true })
getCustomer(customerId: number): string {
  return String(customerId);
}

/** List the orders of one client. @param customerId Key of the customer, such as "C-17" */
@Tool({ readOnly: true })
listOrders(customerId: string): string {
  return customerId;
}`,
    right: `/** Get a customer from the database. @param customerId Number of the customer */
@Tool({ readOnly: true })
getCustomer(customerId: number): string {
  return String(customerId);
}

/** List the orders of one client. @param customerKey Key of the customer, such as "C-17" */
@Tool({ readOnly: true })
listOrders(customerKey: string): string {
  return customerKey;
}`,
  },
  'large-definition': {
    level: 'warning',
    summary: 'Every conversation pays for the tokens of a definition, used or not.',
    remedy: 'Shorten texts and long enumerations, or split the tool.',
    wrong: `/** ${'Plan a trip with trains, ferries, hotels and tickets for museums, and explain each step of it in detail. '.repeat(48).trim()} */
@Tool({ readOnly: true })
planTrip(): string {
  return 'plan';
}`,
    right: `/** Plan a trip with trains, ferries and hotels. */
@Tool({ readOnly: true })
planTrip(): string {
  return 'plan';
}`,
  },
  'large-result': {
    level: 'warning',
    summary: 'A result with so many members may fill the context of a model.',
    remedy: 'Return the members that a caller needs, or pages of them.',
    wrong: `/** Get everything that is known about a customer. */
@Tool({ readOnly: true })
getCustomer(): { ${Array.from({ length: 180 }, (_, at) => `/** Member number ${at} of the record, as the old system wrote it. */ field${at}: string`).join('; ')} } {
  return JSON.parse('{}');
}`,
    right: `/** Get the address of a customer. */
@Tool({ readOnly: true })
getCustomer(): { /** Street and number. */ street: string; /** Name of the city. */ city: string } {
  return { street: '', city: '' };
}`,
  },
} as const satisfies Readonly<Record<string, EvaluationRule>>;

/** The id of a rule. */
export type EvaluationRuleId = keyof typeof evaluationRules;
