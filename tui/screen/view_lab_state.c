/* view_lab_state.c: what all parts of a lab's page ask of its data: which lab, whose run, what stands at the right. */
#include <string.h>

#include "view_lab.h"
#include "runner/base/js.h"

const char *lab_id(const struct lab_page *l)
{
    return js_text(l->lab, "id");
}

int lab_has_run(const struct view *v)
{
    const struct lab_page *l = v->data;
    return !strcmp(screen_run(v->scr)->lab, lab_id(l));
}

int lab_runs(const struct view *v)
{
    return lab_has_run(v) && screen_run(v->scr)->running;
}

void lab_show(struct view *v, enum lab_show what)
{
    struct lab_page *l = v->data;
    if (!l->opened)
        l->base = l->show;
    l->opened = 1;
    l->show = what;
    v->focus = LAB_PAGE;
}
