return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[vLaunchKernel(v, at, at, at, cells, s[c % ns]);]==],
              [==[vLaunchKernel(v, at, at, at, cells, s[(c + 1) % ns]);]==]}},
  fails = "correct", message = "nothing puts it behind",
  why = "a stream for copies, one for kernels, and no event between them",
}
