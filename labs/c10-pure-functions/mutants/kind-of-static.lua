return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[return a->kind == b->kind && (a->kind == INT ? a->value == b->value : !strcmp(a->text, b->text));]],
     [[return a->value == b->value && (a->kind != b->kind || !strcmp(a->text, b->text));]]},
  },
  fails = "correct", message = "call",
  why = "takes a number for a string",
}
