return mutant {
  base = "reference", file = "streams.c",
  replace = {{"c % ns * cells, cells, vMemcpyDeviceToHost", "(c + 1) % ns * cells, cells, vMemcpyDeviceToHost"}},
  fails = "correct", message = "overlap(",
  why = "the copy back takes the place of another chunk",
}
