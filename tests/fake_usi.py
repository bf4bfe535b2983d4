"""A program that speaks USI, well or badly: MODE is its only argument, a file to log to may follow."""

import sys
import time

mode, log = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
ANSWERS = {"resign": "bestmove resign", "win": "bestmove win", "illegal": "bestmove 5i5a", "none": "bestmove"}

for line in sys.stdin:
    words = line.split()
    if log:
        with open(log, "a") as file:
            file.write(line)
    if words[0] == "usi":
        print("id name Fake\noption name Skill Level type spin default 20 min 0 max 20\nusiok", flush=True)
    elif words[0] == "isready":
        print("info string nearly\nreadyok", flush=True)
    elif words[0] == "go":
        if mode == "crash":
            sys.exit("out of luck")
        if mode == "hang":
            time.sleep(1000)
        print("info depth 1 pv 5i5a", flush=True)
        print(ANSWERS[mode], flush=True)
    elif words[0] == "quit":
        break
