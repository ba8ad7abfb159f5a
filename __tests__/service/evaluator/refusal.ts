/** What a query that must be refused comes to. */
export class Refusal extends Error {}
