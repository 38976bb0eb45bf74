// What the server sends, for the type checker alone: kaya/web/payloads.py makes it.

interface BoardRecord { size?: number; moves: string; setup?: string; fen?: string; knows?: string[][] }

interface GoBoardPayload { kind: "go"; record: BoardRecord; komi: number; rules?: string; captured: Record<number, number>; illegal?: Record<string, string> }

interface ClockPayload { left: number; period: number; running: boolean; periods: number; overtime: boolean }

interface LogLine { ply: number; by: string; text: string; refused: boolean; loud?: boolean }

interface GamePayload {
  say: "game"; id: string; game: string; title: string; view: string; hidden: boolean; human: 0 | 1 | 2; sides: Record<number, string>;
  names: Record<number, string>; level: number; number: number; mover: 0 | 1 | 2; ahead: number; paused: boolean;
  state: "over" | "counting" | "waiting" | "yours" | "theirs" | "covered" | "handing" | "paused" | "thinking";
  can: string[];
  board: any; // each kind of board has fields of its own
  history: [number, number | null, number | null][]; // the moves played, the winning rate and the score of side 1
  log?: LogLine[]; facts?: string[]; tries?: string[]; clocks?: Record<number, ClockPayload>;
  count?: { dead: string[]; owners: number[]; sentence: string; agreed: number[] };
  people?: PeoplePayload;
  costs?: Record<number, [number | null, number | null]>;
  study?: boolean; pieces?: string[]; outcome?: string; ending?: string;
}

interface PeoplePayload { where: "board" | "browsers"; seat: 0 | 1 | 2 | 3; shown: 0 | 1 | 2; offer: 0 | 1 | 2; watch: 0 | 1 | 2; owner: boolean; waits: boolean; rematch: string; key?: string; invitation?: string }

interface AnnotationsPayload { say: "annotations"; id: string; facts: string[] }

interface CandidatePayload { move: string; visits: number; rate: number; prior: number; share: number; line: string[] }

interface SearchPayload {
  say: "search"; id: string; who?: "analysis" | "opponent"; player?: string; number: number; path?: string[];
  done: boolean; mover: number; best: string | null; moves: CandidatePayload[]; visits: number; simulations: number;
  seconds: number; nodes: number; bytes?: number; full: boolean; rate: number | null;
  owners?: number[]; score?: number; sentence?: string;
  pace?: { done: number; goal: number | null; most: number | null; rate: number; rests: boolean; unit: [string, string] };
  whole?: string; // why the search cannot be cut into steps
  unpruning?: { seen: number; of: number; moves: string[] }; // the best by H: those that are seen, and the next ones
  waits?: number; ready?: boolean; over?: boolean; others?: boolean; unjudged?: boolean; eyes?: 0 | 1 | 2; // while there is nothing to show
}

interface LinePayload { say: "line"; id: string; ply: number; path: string[]; board: any; over: boolean; tries: string[] }

interface MomentPayload { say: "moment"; id: string; number: number; path: string[]; side: 1 | 2; facts: string[]; tries: string[]; chances: Record<string, number[]> }

interface OutlookPayload { say: "outlook"; id: string; number: number; path: string[]; owners: number[]; score: number; sentence: string }

interface CompilingPayload { say: "compiling"; games: { game: string; title: string; share: number; left?: number; kernels?: number }[] }
