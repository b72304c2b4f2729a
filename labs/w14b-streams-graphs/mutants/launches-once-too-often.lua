return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    if (!steps)
        return;
]==],
              [==[]==]},
             {[==[
for (int k = 0; k < steps; k++)
        vGraphLaunch]==],
              [==[
for (int k = 0; k < steps || !k; k++)
        vGraphLaunch]==]}},
  fails = "correct", message = "kernels ran",
  why = "launches once, also for no step",
}
