return mutant {
  base = "audit.json", file = "audit.json",
  replace = {
    {[[{"n":4,"lab":"w08-zero","code":"first",]],
     [[{"n":4,"lab":"w08-zero","correct":false,"code":"first",]]},
    {[[{"n":6,"lab":"w08-zero","code":"second",]],
     [[{"n":6,"lab":"w08-zero","correct":false,"code":"second",]]},
  },
  fails = "passed", message = "No attempt of w08-zero passes",
  why = "stands on a lab that was never right",
}
