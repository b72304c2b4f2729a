return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[for (int d = lanes / 2; d; d /= 2)]=],
               [=[for (int d = 16; d; d /= 2)]=]}},
  fails = "correct", message = "sum",
  why = "steps from 16 on: on 64 lanes the halves never meet",
}
