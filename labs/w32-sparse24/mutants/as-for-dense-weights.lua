return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[const half *x = X + (size_t)g * K + 2 * t;]==],
              [==[const half *x = X + (size_t)g * K + 16 * t;]==]},
             {[==[(x + k * 64 + 8 * j)]==],
              [==[(x + k * 64 + 2 * j)]==]}},
  fails = "correct",
  why = "tokens in the order of gemv16, of which val knows nothing",
}
