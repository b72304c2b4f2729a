/* thrust/simt/iterator.h: counting, constant, transform, permutation, zip, reverse and discarding iterators.
 */
#ifndef SIMT_THRUST_ITERATOR_H
#define SIMT_THRUST_ITERATOR_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <tuple>

#include "pointer.h"

namespace thrust {

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

namespace simt_detail {
/* Random access from two operations of Self: at(i), what lies i further, and its own position, a
 * difference_type. */
template <class Self, class Value, class Reference, class System> struct random_access {
    typedef Value value_type;
    typedef Reference reference;
    typedef void pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef System simt_system;

    SIMT_LIB_METHOD Reference operator*() const { return self().at(0); }
    SIMT_LIB_METHOD Reference operator[](ptrdiff_t i) const { return self().at(i); }
    SIMT_LIB_METHOD Self &operator+=(ptrdiff_t n)
    {
        Self &s = static_cast<Self &>(*this);
        s.advance(n);
        return s;
    }
    SIMT_LIB_METHOD Self &operator-=(ptrdiff_t n) { return *this += -n; }
    SIMT_LIB_METHOD Self &operator++() { return *this += 1; }
    SIMT_LIB_METHOD Self &operator--() { return *this += -1; }
    SIMT_LIB_METHOD Self operator++(int)
    {
        Self was = self();
        *this += 1;
        return was;
    }
    SIMT_LIB_METHOD Self operator--(int)
    {
        Self was = self();
        *this += -1;
        return was;
    }
    friend SIMT_LIB_METHOD Self operator+(Self a, ptrdiff_t n) { return a += n; }
    friend SIMT_LIB_METHOD Self operator+(ptrdiff_t n, Self a) { return a += n; }
    friend SIMT_LIB_METHOD Self operator-(Self a, ptrdiff_t n) { return a += -n; }
    friend SIMT_LIB_METHOD ptrdiff_t operator-(const Self &a, const Self &b) { return a.distance(b); }
    friend SIMT_LIB_METHOD bool operator==(const Self &a, const Self &b) { return a.distance(b) == 0; }
    friend SIMT_LIB_METHOD bool operator!=(const Self &a, const Self &b) { return a.distance(b) != 0; }
    friend SIMT_LIB_METHOD bool operator<(const Self &a, const Self &b) { return a.distance(b) < 0; }
    friend SIMT_LIB_METHOD bool operator>(const Self &a, const Self &b) { return a.distance(b) > 0; }
    friend SIMT_LIB_METHOD bool operator<=(const Self &a, const Self &b) { return a.distance(b) <= 0; }
    friend SIMT_LIB_METHOD bool operator>=(const Self &a, const Self &b) { return a.distance(b) >= 0; }

  private:
    SIMT_LIB_METHOD const Self &self() const { return static_cast<const Self &>(*this); }
};
template <class It> using plain_t = std::decay_t<decltype(plain_of(std::declval<const It &>()))>;
template <class It> using ref_t = decltype(std::declval<const It &>()[0]);
template <class It> using val_t = typename std::iterator_traits<It>::value_type;
template <class It> using sys_t = typename system_of<It>::type;
} // namespace simt_detail

template <class T>
class counting_iterator : public simt_detail::random_access<counting_iterator<T>, T, T, any_system_tag> {
  public:
    counting_iterator() = default;
    SIMT_LIB_METHOD explicit counting_iterator(T first) : first_(first) {}
    SIMT_LIB_METHOD T base() const { return first_; }
    SIMT_LIB_METHOD T at(ptrdiff_t i) const { return (T)(first_ + (T)i); }
    SIMT_LIB_METHOD void advance(ptrdiff_t n) { first_ = (T)(first_ + (T)n); }
    SIMT_LIB_METHOD ptrdiff_t distance(const counting_iterator &o) const
    {
        return (ptrdiff_t)first_ - (ptrdiff_t)o.first_;
    }

  private:
    T first_ = T();
};
template <class T> SIMT_LIB_FN counting_iterator<T> make_counting_iterator(T first)
{
    return counting_iterator<T>(first);
}

template <class T>
class constant_iterator : public simt_detail::random_access<constant_iterator<T>, T, T, any_system_tag> {
  public:
    constant_iterator() = default;
    SIMT_LIB_METHOD explicit constant_iterator(const T &v, ptrdiff_t at = 0) : value_(v), at_(at) {}
    SIMT_LIB_METHOD T at(ptrdiff_t) const { return value_; }
    SIMT_LIB_METHOD void advance(ptrdiff_t n) { at_ += n; }
    SIMT_LIB_METHOD ptrdiff_t distance(const constant_iterator &o) const { return at_ - o.at_; }

  private:
    T value_ = T();
    ptrdiff_t at_ = 0;
};
template <class T> SIMT_LIB_FN constant_iterator<T> make_constant_iterator(const T &v, ptrdiff_t at = 0)
{
    return constant_iterator<T>(v, at);
}

class discard_iterator {
  public:
    struct sink {
        template <class T> SIMT_LIB_METHOD const sink &operator=(const T &) const { return *this; }
    };
    typedef sink value_type;
    typedef sink reference;
    typedef void pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef any_system_tag simt_system;
    SIMT_LIB_METHOD explicit discard_iterator(ptrdiff_t at = 0) : at_(at) {}
    SIMT_LIB_METHOD sink operator*() const { return sink(); }
    SIMT_LIB_METHOD sink operator[](ptrdiff_t) const { return sink(); }
    SIMT_LIB_METHOD discard_iterator operator+(ptrdiff_t n) const { return discard_iterator(at_ + n); }
    SIMT_LIB_METHOD ptrdiff_t operator-(const discard_iterator &o) const { return at_ - o.at_; }

  private:
    ptrdiff_t at_;
};
SIMT_LIB_FN discard_iterator make_discard_iterator(ptrdiff_t at = 0) { return discard_iterator(at); }

/* Iterators over others: on the host the elements of device memory are references; in a kernel the others are
 * plain. */
template <class F, class It,
          class R =
              std::decay_t<std::invoke_result_t<const F &, simt_detail::ref_t<simt_detail::plain_t<It>>>>>
class transform_iterator
    : public simt_detail::random_access<transform_iterator<F, It, R>, R, R, simt_detail::sys_t<It>> {
  public:
    transform_iterator() = default;
    SIMT_LIB_METHOD transform_iterator(It it, F f) : it_(it), f_(f) {}
    SIMT_LIB_METHOD R at(ptrdiff_t i) const
    {
        if constexpr (std::is_invocable<const F &, simt_detail::ref_t<It>>::value)
            return (R)f_(it_[i]);
        else
            return (R)f_((simt_detail::val_t<It>)it_[i]);
    }
    SIMT_LIB_METHOD void advance(ptrdiff_t n) { it_ += n; }
    SIMT_LIB_METHOD ptrdiff_t distance(const transform_iterator &o) const { return it_ - o.it_; }
    auto simt_plain() const
    {
        auto p = simt_detail::plain_of(it_);
        return transform_iterator<F, decltype(p), R>(p, f_);
    }
    It base() const { return it_; }

  private:
    It it_;
    F f_;
};
template <class F, class It> SIMT_LIB_FN auto make_transform_iterator(It it, F f)
{
    return transform_iterator<F, It>(it, f);
}

template <class It, class Index> class permutation_iterator
    : public simt_detail::random_access<
          permutation_iterator<It, Index>, simt_detail::val_t<It>, simt_detail::ref_t<It>,
          simt_detail::joint<simt_detail::sys_t<It>, simt_detail::sys_t<Index>>> {
  public:
    permutation_iterator() = default;
    SIMT_LIB_METHOD permutation_iterator(It it, Index index) : it_(it), index_(index) {}
    SIMT_LIB_METHOD simt_detail::ref_t<It> at(ptrdiff_t i) const
    {
        return it_[(ptrdiff_t)(simt_detail::val_t<Index>)index_[i]];
    }
    SIMT_LIB_METHOD void advance(ptrdiff_t n) { index_ += n; }
    SIMT_LIB_METHOD ptrdiff_t distance(const permutation_iterator &o) const { return index_ - o.index_; }
    auto simt_plain() const
    {
        auto p = simt_detail::plain_of(it_);
        auto q = simt_detail::plain_of(index_);
        return permutation_iterator<decltype(p), decltype(q)>(p, q);
    }

  private:
    It it_;
    Index index_;
};
template <class It, class Index> SIMT_LIB_FN auto make_permutation_iterator(It it, Index index)
{
    return permutation_iterator<It, Index>(it, index);
}

namespace simt_detail {
template <class S, class... It> struct joint_all {
    typedef S type;
};
template <class S, class It, class... Rest> struct joint_all<S, It, Rest...> {
    typedef typename joint_all<joint<S, sys_t<It>>, Rest...>::type type;
};
} // namespace simt_detail

template <class Tuple> class zip_iterator;
template <class... It> class zip_iterator<std::tuple<It...>>
    : public simt_detail::random_access<zip_iterator<std::tuple<It...>>,
                                        std::tuple<simt_detail::val_t<It>...>,
                                        std::tuple<simt_detail::ref_t<It>...>,
                                        typename simt_detail::joint_all<any_system_tag, It...>::type> {
  public:
    zip_iterator() = default;
    SIMT_LIB_METHOD zip_iterator(const std::tuple<It...> &t) : its_(t) {}
    SIMT_LIB_METHOD std::tuple<simt_detail::ref_t<It>...> at(ptrdiff_t i) const
    {
        return std::apply([=](const auto &...it) { return std::tuple<simt_detail::ref_t<It>...>(it[i]...); },
                          its_);
    }
    SIMT_LIB_METHOD void advance(ptrdiff_t n)
    {
        std::apply([=](auto &...it) { ((void)(it += n), ...); }, its_);
    }
    SIMT_LIB_METHOD ptrdiff_t distance(const zip_iterator &o) const
    {
        return std::get<0>(its_) - std::get<0>(o.its_);
    }
    const std::tuple<It...> &get_iterator_tuple() const { return its_; }
    auto simt_plain() const
    {
        auto p =
            std::apply([](const auto &...it) { return std::make_tuple(simt_detail::plain_of(it)...); }, its_);
        return zip_iterator<decltype(p)>(p);
    }

  private:
    std::tuple<It...> its_;
};
template <class... It> auto make_zip_iterator(const std::tuple<It...> &t)
{
    return zip_iterator<std::tuple<It...>>(t);
}
template <class A, class B, class... It> auto make_zip_iterator(A a, B b, It... it)
{
    return zip_iterator<std::tuple<A, B, It...>>(std::make_tuple(a, b, it...));
}
/* f(a, b, ...) from f((a, b, ...)). */
template <class F> struct zip_function {
    F f;
    template <class Tuple> SIMT_LIB_METHOD decltype(auto) operator()(Tuple &&t) const
    {
        return std::apply(f, std::forward<Tuple>(t));
    }
};
template <class F> auto make_zip_function(F f) { return zip_function<F>{f}; }

template <class It>
class reverse_iterator : public simt_detail::random_access<reverse_iterator<It>, simt_detail::val_t<It>,
                                                           simt_detail::ref_t<It>, simt_detail::sys_t<It>> {
  public:
    reverse_iterator() = default;
    SIMT_LIB_METHOD explicit reverse_iterator(It it) : it_(it) {}
    SIMT_LIB_METHOD simt_detail::ref_t<It> at(ptrdiff_t i) const { return it_[-1 - i]; }
    SIMT_LIB_METHOD void advance(ptrdiff_t n) { it_ -= n; }
    SIMT_LIB_METHOD ptrdiff_t distance(const reverse_iterator &o) const { return o.it_ - it_; }
    auto simt_plain() const
    {
        auto p = simt_detail::plain_of(it_);
        return reverse_iterator<decltype(p)>(p);
    }

  private:
    It it_;
};
template <class It> auto make_reverse_iterator(It it) { return reverse_iterator<It>(it); }

template <class It> SIMT_LIB_FN It next(It it, ptrdiff_t n = 1) { return it + n; }
template <class It> SIMT_LIB_FN It prev(It it, ptrdiff_t n = 1) { return it - n; }
template <class It> SIMT_LIB_FN ptrdiff_t distance(It a, It b) { return b - a; }
template <class It> SIMT_LIB_FN void advance(It &it, ptrdiff_t n) { it += n; }

} // namespace thrust

SIMT_HD_END

#endif
