// Soft motion: numbers (places of nodes, the camera) that go to where they are wanted, a little in each frame.

const SETTLING = 110; // milliseconds in which about two thirds of the way are gone
const NEAR = 0.05;

export class Motion {
  readonly now = new Map<string, number[]>();
  private goal = new Map<string, number[]>();
  private frame = 0;
  private last = 0;

  constructor(private readonly draw: () => void) {}

  /** Where things are to go; a new one starts at `from`, one that is not named is forgotten. */
  aim(goal: Map<string, number[]>, from: (key: string) => number[]): void {
    for (const key of this.now.keys()) if (!goal.has(key)) this.now.delete(key);
    for (const [key, at] of goal) if (!this.now.has(key)) this.now.set(key, [...(still() ? at : from(key))]);
    this.goal = goal;
    this.start();
  }

  /** Send one thing somewhere, softly or at once. */
  send(key: string, at: number[], soft: boolean): void {
    this.goal.set(key, at);
    if (!soft || !this.now.has(key)) this.now.set(key, [...at]);
    this.start();
  }

  wanted(key: string): number[] | undefined {
    return this.goal.get(key);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private start(): void {
    if (still()) {
      for (const [key, at] of this.goal) this.now.set(key, [...at]);
      this.draw();
    } else if (!this.frame) {
      this.last = performance.now();
      this.draw();
      this.frame = requestAnimationFrame((time) => this.step(time));
    }
  }

  private step(time: number): void {
    const part = 1 - Math.exp(-Math.max(0, Math.min(100, time - this.last)) / SETTLING);
    this.last = time;
    let moving = false;
    for (const [key, goal] of this.goal) {
      const now = this.now.get(key)!;
      goal.forEach((to, k) => {
        const near = Math.abs(to - now[k]) < NEAR * Math.min(1, Math.abs(to) || 1);
        now[k] = near ? to : now[k] + (to - now[k]) * part;
        moving ||= !near;
      });
    }
    this.draw();
    this.frame = moving ? requestAnimationFrame((next) => this.step(next)) : 0;
  }
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
