return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[count[k * T + t] = have[k];]==],
              [==[count[t * CLASSES + k] = have[k];]==]}},
  fails = "correct", message = "classes",
  why = "a thread's counts side by side: lab.h has a class's counts side by side",
}
