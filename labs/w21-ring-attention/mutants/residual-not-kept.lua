return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[            row[k] += out[k];
            sum += row[k] * row[k];
        }]],
     [[            out[k] += row[k];
            sum += out[k] * out[k];
        }]]},
    {[[            out[k] = row[k] * gain[k] * by;]],
     [[            out[k] = out[k] * gain[k] * by;]]},
  },
  fails = "correct", message = "mismatch: x",
  why = "leaves the residual stream as it was: the next block adds to an old one",
}
