/* rewrite_internal.h: what the files of the rewriter share. A source is a main unit of tokens and one unit
 * for the body of every #define; what changes is kept as edits of the text, applied at the end. */
#ifndef SIMT_REWRITE_INTERNAL_H
#define SIMT_REWRITE_INTERNAL_H

#include <stdint.h>

#include "rewrite.h"
#include "runner/base/util.h"

enum token_kind { T_IDENT, T_NUMBER, T_STRING, T_CHAR, T_PUNCT };

struct token {
    uint32_t at, end;
    int32_t mate; /* of a bracket: the index of its partner, or -1 */
    uint8_t kind;
};

enum event_kind { EV_IF, EV_ELSE, EV_ENDIF };
struct event {     /* a conditional whose branches are both read */
    int32_t token; /* the first token after it */
    enum event_kind kind;
};

struct unit {
    struct token *t;
    int32_t n, room;
    int define; /* 1: the unit is the body of a macro */
    struct token name;
    struct token *param;
    int32_t nparam;
};

struct edit {
    uint32_t at, end;
    uint32_t order;
    size_t out; /* where it stands in the text that was written, + 1; 0: inside of another */
    char *text;
    int define;
};

enum { OWN_ROW = 1, OWN_FLAT = 2, OWN_ADDRESS = 4 };
struct own_place { /* a subscript of a local array */
    uint32_t at; /* one of its brackets */
    int flags;   /* OWN_ROW: of a row; OWN_FLAT: past a row may be meant; OWN_ADDRESS: the address is taken */
};

struct owned { /* arrays and objects that the functions around have declared */
    struct owned_name {
        int32_t token;
        int elsewhere; /* no memory of the thread's own */
        int object;    /* declared without a bracket: its type may be an array's, or has arrays in it */
        int is_auto;
    } * name;
    size_t n, room;
};

struct include {
    uint32_t at, end;  /* the name with its quotes or angles */
    int angled, probe; /* probe: __has_include */
    struct source *to; /* resolved: a file of the user's, else NULL */
};

struct source {
    const char *s;
    uint32_t n;
    char *path, *real, *mirrored; /* mirrored: path of the rewritten copy; NULL: the source is used in place */
    char *owned;
    struct unit main;
    struct unit *defines;
    size_t ndefines, defines_room;
    struct event *events;
    size_t nevents, events_room;
    uint32_t *directives; /* where each directive starts, ascending */
    size_t ndirectives, directives_room;
    struct include *includes;
    size_t nincludes, includes_room;
    struct edit *edits;
    size_t nedits, edits_room;
    struct own_place *own;
    size_t nown, own_room;
    struct text own_list;
    char **variable; /* names of variables, sorted; made when first asked for */
    size_t nvariables, variables_room;
    int variables;
    int without_optional; /* brackets in an #if without #else do not count after it */
    int needs_mirror;     /* 1: the source, or one that it includes, has to be rewritten */
    int has_asm;
    int binds; /* 1: the source has auto [a, b] = ... */
    int in_c;  /* 1: the source is included within extern "C" */
    int written, mark;
    struct source *next;
};

struct kernel {         /* a declaration of a __global__ function */
    char *name, *space; /* the namespaces of the kernel, each with :: after it */
    char *params;       /* normalised: two declarations of one function are equal */
    int ntemplate;      /* template parameters; -1: a pack among them */
    int is_template;
    int member; /* 1: the function is a member, or no kernel at all, so that its name says nothing */
    const struct source *in;
};

struct alias { /* #define SHARED __shared__ */
    char *name;
    int shared; /* else __device__ */
};

struct simt_rewrite {
    char **include_dirs;
    size_t ninclude_dirs;
    char *own_include, *mirror;
    char **within; /* resolved, up to a NULL; NULL: anywhere */
    struct source *sources;
    const char **files;
    size_t nfiles, files_room;
    struct kernel *kernels;
    size_t nkernels, kernels_room;
    struct alias *aliases;
    size_t naliases, aliases_room;
    char **plain; /* names of structs of plain data */
    size_t nplain, plain_room;
    char **on_device; /* names of __device__ and __constant__ variables */
    size_t non_device, on_device_room;
    int mark; /* sources of the translation unit at hand carry it */
};

/* Grows an array; without memory the process ends, as in util_path(). */
void *rw_grow(void *p, size_t have, size_t *room, size_t each);
char *rw_text(struct text *t); /* the text so far, as a string of its own */

/* ---- rewrite_lex.c */
void lex_source(struct source *s);
void lex_finish(struct source *s);

static inline int tok_is(const struct source *s, const struct token *t, const char *word)
{
    size_t k = 0, n = t->end - t->at;
    while (k < n && word[k] == s->s[t->at + k] && word[k])
        k++;
    return k == n && !word[k];
}

static inline int is_punct(const struct source *s, const struct unit *u, int32_t i, char c)
{
    return i >= 0 && i < u->n && u->t[i].kind == T_PUNCT && s->s[u->t[i].at] == c;
}

static inline int is_word(const struct source *s, const struct unit *u, int32_t i, const char *word)
{
    return i >= 0 && i < u->n && u->t[i].kind == T_IDENT && tok_is(s, &u->t[i], word);
}

int is_any(const struct source *s, const struct unit *u, int32_t i,
           const char *const *words); /* NULL ends them */
/* Tokens i and i+1 touch each other. */
static inline int touches(const struct unit *u, int32_t i)
{
    return i >= 0 && i + 1 < u->n && u->t[i].end == u->t[i + 1].at;
}
/* Does a launch's <<< begin at i? nvcc takes `<< <`, too. */
static inline int is_launch(const struct source *s, const struct unit *u, int32_t i)
{
    return is_punct(s, u, i, '<') && is_punct(s, u, i + 1, '<') && is_punct(s, u, i + 2, '<') && touches(u, i);
}
/* The token after the `>` of the template arguments that open at i, or -1. */
int32_t angle_end(const struct source *s, const struct unit *u, int32_t i, int32_t to);
/* The `<` of the template arguments that close at i, or -1. */
int32_t angle_begin(const struct source *s, const struct unit *u, int32_t i);
int directive_between(const struct source *s, uint32_t at, uint32_t end);

/* ---- rewrite_edit.c: edits of the text */
void edit_add(struct source *s, const struct unit *u, uint32_t at, uint32_t end, char *text);
/* Tokens on one line, with a space where the text has space or a comment. */
void add_tokens(struct text *to, const struct source *s, const struct unit *u, int32_t from, int32_t end);
void apply_edits(struct text *to, struct source *s, uint32_t at); /* the text from `at` on, changed */

/* ---- rewrite_own.c: subscripts of local arrays */
void own_bracket(struct owned *o, struct source *s, const struct unit *u, int32_t open); /* at a `[` of a function */
void own_object(struct owned *o, const struct source *s, const struct unit *u, int32_t name); /* in a function */
void own_list(struct source *s, const struct text *body, size_t begin); /* lines and columns, once edits are applied */
void own_write(const struct simt_rewrite *r, const struct source *main, struct text *to);

/* ---- rewrite_decl.c: variables */
int32_t statement_begin(const struct source *s, const struct unit *u, int32_t i);
/* i at __shared__. Returns the last token used. Names of references made are added to `refs` ("a b "). */
int32_t rewrite_shared(struct source *s, const struct unit *u, int32_t i, int in_function, struct text *refs);
void rewrite_variable(struct source *s, const struct unit *u, int32_t i, int in_class);
void note_variable(struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t i);
int is_on_device(const struct simt_rewrite *r, const struct source *s, const struct token *t);
void note_alias(struct simt_rewrite *r, const struct source *s, const struct unit *u);
const struct alias *find_alias(const struct simt_rewrite *r, const struct source *s, const struct token *t);
int32_t skip_attribute(const struct source *s, const struct unit *u, int32_t i); /* past it, or i */
void rewrite_capture(struct source *s, const struct unit *u, int32_t i, const char *refs);

/* ---- rewrite_launch.c: kernels and launches */
/* i at __global__. Returns the closing brace of a body that wants SIMT_REGISTER, or -1. */
int32_t note_kernel(struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t i,
                    const char *space, int member, char **ret_name);
/* i at __cluster_dims__: the kernel's body begins with SIMT_CLUSTER(...). */
void rewrite_cluster(struct source *s, const struct unit *u, int32_t i);
/* A `(` outside of functions that may follow the name of one: no kernel, but its name may be overloaded with
 * it. */
void note_function(struct simt_rewrite *r, const struct source *s, const struct unit *u, int32_t open,
                   const char *space);
int kernel_is_plain(const struct simt_rewrite *r, const char *name, const char *space);
/* i at a name before `<`: a kernel's, as a value, becomes one that the runtime knows by its address. */
void rewrite_kernel_name(struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t i);
/* i at the first < of <<<. Returns the last token used up, or i when it is no launch. */
int32_t rewrite_launch(struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t i);

/* ---- rewrite_ptx.c */
int32_t rewrite_asm(struct source *s, const struct unit *u, int32_t i, int in_device);

/* ---- rewrite_whole.c */
/* Structs of plain data. `open` is at the `{` of a class; `templates`: the class may have members that are templates.
 * Returns whether the class moves to the device whole. */
int rewrite_whole(struct simt_rewrite *r, struct source *s, const struct unit *u, int32_t open, int templates,
                  int collect);

/* ---- rewrite_walk.c */
void walk_source(struct simt_rewrite *r, struct source *s, int collect);

#endif
