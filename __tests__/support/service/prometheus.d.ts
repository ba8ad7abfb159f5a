declare module 'parse-prometheus-text-format' {
  /** A metric of the text format, as prom2json writes it. Numbers are texts. */
  interface MetricFamily {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly metrics: readonly {
      readonly labels?: Readonly<Record<string, string>>;
      readonly value?: string;
    }[];
  }
  export default function parse(text: string): readonly MetricFamily[];
}
