return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[
    if (r[F_GAP_US] >= r[F_US])
        return B_LAUNCH;
    if (r[F_L2_B] > 0 && r[F_LOCAL_B] >= r[F_L2_B] / 4)
        return B_SPILL;
]==],
              [==[
    if (r[F_L2_B] > 0 && r[F_LOCAL_B] >= r[F_L2_B] / 4)
        return B_SPILL;
    if (r[F_GAP_US] >= r[F_US])
        return B_LAUNCH;
]==]}},
  fails = "correct", message = "several",
  why = "asks for spills before it asks whether the GPU works at all",
}
