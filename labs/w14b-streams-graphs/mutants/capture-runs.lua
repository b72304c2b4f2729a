return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
for (int k = 0; k < steps; k++)
        vGraphLaunch]==],
              [==[
for (int k = 1; k < steps; k++)
        vGraphLaunch]==]}},
  fails = "correct", message = "kernels ran",
  why = "believes that the captured run has run",
}
