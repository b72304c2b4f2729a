return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        at += got;
    }
    return at;]==],
     [==[
        at += got;
        if (at < room && got < IO_MOST)
            break;
    }
    return at;]==]},
  },
  fails = "correct", message = "load_read",
  why = "takes a short read for the end of the file",
}
