return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[ask(rows + (turn + S - 1) % S * PITCH(C), x, row + (S - 1) * step, R, C);]],
              [[ask(rows + turn % S * PITCH(C), x, row + (S - 1) * step, R, C);]]}},
  fails = "correct", message = "mismatch",
  why = "asks into the stage of this turn: the row ahead lands in what is being read",
}
