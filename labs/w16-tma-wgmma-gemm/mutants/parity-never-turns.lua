return mutant {
  base = "reference", file = "hopper.cu", backend = "simt",
  replace = {{[[
        t.parity ^= 1;
]],
              [[]]}},
  fails = "correct",
  why = "the ring goes round and both sides wait for the phases of its first turn",
}
