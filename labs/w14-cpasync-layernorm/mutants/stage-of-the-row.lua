return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[finish(rows + turn % S * PITCH(C),]],
              [[finish(rows + row % S * PITCH(C),]]}},
  fails = "correct", message = "mismatch",
  why = "takes the row's number for the turn's: with 4 blocks all of a block's rows meet in one stage",
}
