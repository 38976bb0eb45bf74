// For the type checker alone: what shows a record, by its game; kaya/lab/report/page.py writes it.
declare const VIEWS: Record<string, (record: any) => any>;
