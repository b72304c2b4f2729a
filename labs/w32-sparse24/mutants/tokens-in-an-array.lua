return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[    const half *x = X + (size_t)g * K + 2 * t;
]==],
              [==[    const half *x = X + (size_t)g * K + 2 * t;
    wide = wide < 48 ? wide : 48; /* an array of 3,072 columns for each of eight tokens */
]==]}},
  fails = "correct",
  why = "a block keeps all tokens in shared memory, and has room for 3,072 columns of eight",
}
