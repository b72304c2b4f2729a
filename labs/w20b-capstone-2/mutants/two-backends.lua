return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
{"n":4,"lab":"w20c-legacy","code":"sectors","backend":"simt"]],
     [[
{"n":4,"lab":"w20c-legacy","code":"sectors","backend":"cuda"]]},
  },
  fails = "moved", message = "profiles by different backends",
  why = "counts the version before on the emulator and the one after on a GPU",
}
