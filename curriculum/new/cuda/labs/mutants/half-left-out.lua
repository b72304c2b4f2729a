return mutant {
  base = "reference", file = "rmsnorm.cu", fails = "correct",
  replace = {{[[half = THREADS / 2;]], [[half = THREADS / 4;]]}},
  why = "the halving begins with a quarter: the sums of the upper half are never added",
}
