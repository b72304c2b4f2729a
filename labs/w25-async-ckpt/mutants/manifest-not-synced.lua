return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[|| disk_sync("manifest.tmp") ||]=],
     "||"},
  },
  fails = "correct", message = "can be loaded is",
  why = "the manifest is renamed before its contents are safe",
}
