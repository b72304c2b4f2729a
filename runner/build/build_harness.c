/* build_harness.c: what all of a lab's C is compiled with: the table of its calls, and flags. */
#define _GNU_SOURCE
#include "build_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *c_type(const char *kind)
{
    return !strcmp(kind, "i32") ? "int32_t" : !strcmp(kind, "i64") ? "int64_t"
         : !strcmp(kind, "f32") ? "float" : "double";
}

int has_ranks(const struct build *b)
{
    return util_lists(json_object_get(b->lab, "backends"), "ranks");
}

static void one_call(struct text *t, const json_t *call, int ranks)
{
    const char *name = json_string_value(json_object_get(call, "name"));
    if (json_is_true(json_object_get(call, "harness"))) {
        text_addf(t, "void ridge_call_%s(const struct ridge_frame *f);\n", name);
        return;
    }
    text_addf(t, "static void ridge_call_%s(const struct ridge_frame *f)\n{\n    %s(%s", name, name,
              ranks ? "comm_world()" : "");
    int bufs = 0, scalars = 0;
    size_t k;
    const json_t *a;
    json_array_foreach(json_object_get(call, "args"), k, a) {
        const char *kind = json_string_value(json_object_get(a, "kind"));
        text_addf(t, "%s", k || ranks ? ", " : "");
        if (kind[0] == 'i' && isdigit((unsigned char)kind[1]))
            text_addf(t, "(%s)f->i[%d]", c_type(kind), scalars++);
        else if (kind[0] == 'f')
            text_addf(t, "(%s)f->d[%d]", c_type(kind), scalars++);
        else
            text_addf(t, "f->buf[%d]", bufs++);
    }
    text_addf(t, ");\n    (void)f;\n}\n");
}

/* What a submission emits is a call of that code's own build, and of no other. */
static int elsewhere(const struct build *b, const json_t *call)
{
    return !b->bare && json_is_object(json_object_get(call, "emitted"));
}

void trampoline(const struct build *b, struct text *t)
{
    text_addf(t, "/* generated from lab.lua */\n#include <ridge/frame.h>\n#include \"lab.h\"\n\n");
    size_t k;
    const json_t *call;
    json_array_foreach(json_object_get(b->lab, "calls"), k, call)
        if (!elsewhere(b, call))
            one_call(t, call, has_ranks(b));
    text_addf(t, "const struct ridge_export ridge_exports[] = {\n");
    json_array_foreach(json_object_get(b->lab, "calls"), k, call) {
        const char *name = json_string_value(json_object_get(call, "name"));
        if (!elsewhere(b, call))
            text_addf(t, "    { \"%s\", ridge_call_%s },\n", name, name);
    }
    text_addf(t, "    { 0, 0 }\n};\n");
}

/* A checked build has the macros of the timed one, as far as a compiler's can be taken away: a source shall not tell
 * them apart. */
void build_flags(const struct build *b, enum build_variant v, char *ret, size_t n)
{
    int gcc = !strstr(b->cc, "clang");
    switch (v) {
    case BUILD_PLAIN:
        snprintf(ret, n, "-std=gnu11 -O%d -march=%s -Wall -Wextra -Wno-psabi", b->light ? 1 : 3,
                 b->isa ? b->isa : build_isa());
        break;
    case BUILD_SANITIZE:
        snprintf(ret, n,
                 "-std=gnu11 -O1 -march=%s -fsanitize=address,undefined -fno-omit-frame-pointer "
                 "-fno-sanitize-recover=undefined%s",
                 profile_isa(), gcc ? " -U__SANITIZE_ADDRESS__" : " -shared-libasan");
        break;
    case BUILD_CTRACE:
        snprintf(ret, n, "-std=gnu11 -O3 -march=%s -fsanitize=thread -U__SANITIZE_THREAD__", profile_isa());
        break;
    case BUILD_PORTABLE:
        snprintf(ret, n, "-std=gnu11 -O3 -march=%s", profile_isa());
        break;
    }
}
