/**
 * English words without a meaning of their own in a question for a tool or in its description.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be been before being but by can could did do does doing each either else for from
  had has have having he her here him his how i if in into is it its itself just let like me more most much my myself need needs no
  nor not of on once only onto or other our out over own please s same shall she should so some such t than that the their them then
  there these they this those to too under until up upon us very want wants was we were what when where which while who whom whose
  why will with within without would you your`.split(/\s+/),
);
