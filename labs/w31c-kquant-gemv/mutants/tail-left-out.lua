return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[e += F::sixteen_of(lane), blocks -= F::block_of(lane);]==],
     [==[e += F::sixteen_of(lane), blocks -= F::STEP - 1;]==]},
  },
  fails = "correct",
  why = "the blocks behind the last whole step of a row are left out",
}
