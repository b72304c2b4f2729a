return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[            vLaunchKernel(v, at, at, at, cells, s[c % ns]);]==],
              [==[
            vLaunchKernel(v, at, at, at, cells, s[c % ns]);
            vStreamSynchronize(v, s[c % ns]);]==]}},
  fails = "profile", message = "slower",
  why = "the host waits for each chunk",
}
