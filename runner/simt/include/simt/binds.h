/* simt/binds.h: a unit that says auto [a, b] counts the members of a struct: the user's get none of ours there. */
#undef SIMT_WHOLE_STRUCT
#undef SIMT_WHOLE_PART
#define SIMT_WHOLE_STRUCT(name) SIMT_ASSIGNED(name)
#define SIMT_WHOLE_PART
