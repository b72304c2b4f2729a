return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[vLaunchKernel(v, at, at, at, cells, s[c % ns]);]==],
              [==[vLaunchKernel(v, at, at, at, cells, 0);]==]}},
  fails = "profile", message = "slower",
  why = "kernels in the legacy default stream, which waits for all and is waited for",
}
