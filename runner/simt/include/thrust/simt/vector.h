/* thrust/simt/vector.h: device_vector in the device's heap, host_vector as std::vector. */
#ifndef SIMT_THRUST_VECTOR_H
#define SIMT_THRUST_VECTOR_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <initializer_list>
#include <memory>
#include <vector>

#include "algorithm.h"

namespace thrust {

template <class T> struct device_allocator {
    typedef T value_type;
};
template <class T, class Alloc = device_allocator<T>> class device_vector;

template <class T, class Alloc = std::allocator<T>> class host_vector : public std::vector<T, Alloc> {
    typedef std::vector<T, Alloc> base;

  public:
    using base::base;
    host_vector() = default;
    host_vector(const host_vector &) = default;
    host_vector(host_vector &&) = default;
    host_vector &operator=(const host_vector &) = default;
    host_vector &operator=(host_vector &&) = default;
    host_vector(const base &v) : base(v) {}
    template <class U, class A> host_vector(const device_vector<U, A> &v) : base(v.size())
    {
        thrust::copy(v.begin(), v.end(), this->begin());
    }
    template <class U> host_vector(device_ptr<U> first, device_ptr<U> last) : base((size_t)(last - first))
    {
        thrust::copy(first, last, this->begin());
    }
    template <class U, class A> host_vector &operator=(const device_vector<U, A> &v)
    {
        this->resize(v.size());
        thrust::copy(v.begin(), v.end(), this->begin());
        return *this;
    }
};

template <class T, class Alloc> class device_vector {
  public:
    typedef T value_type;
    typedef device_ptr<T> pointer;
    typedef device_ptr<const T> const_pointer;
    typedef device_ptr<T> iterator;
    typedef device_ptr<const T> const_iterator;
    typedef device_reference<T> reference;
    typedef device_reference<const T> const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef Alloc allocator_type;

    device_vector() = default;
    explicit device_vector(size_t n) { resize(n); }
    device_vector(size_t n, const T &v) { resize(n, v); }
    device_vector(const device_vector &o) { assign(o.begin(), o.end()); }
    device_vector(device_vector &&o) noexcept { swap(o); }
    template <class U, class A> device_vector(const device_vector<U, A> &o) { assign(o.begin(), o.end()); }
    template <class U, class A> device_vector(const std::vector<U, A> &o) { assign(o.begin(), o.end()); }
    device_vector(std::initializer_list<T> l) { assign(l.begin(), l.end()); }
    template <class It, class = typename std::iterator_traits<It>::iterator_category>
    device_vector(It first, It last)
    {
        assign(first, last);
    }
    ~device_vector() { release(); }

    device_vector &operator=(const device_vector &o)
    {
        if (this != &o)
            assign(o.begin(), o.end());
        return *this;
    }
    device_vector &operator=(device_vector &&o) noexcept
    {
        swap(o);
        return *this;
    }
    template <class U, class A> device_vector &operator=(const device_vector<U, A> &o)
    {
        assign(o.begin(), o.end());
        return *this;
    }
    template <class U, class A> device_vector &operator=(const std::vector<U, A> &o)
    {
        assign(o.begin(), o.end());
        return *this;
    }

    size_t size() const { return n_; }
    size_t capacity() const { return room_; }
    size_t max_size() const { return (size_t)-1 / sizeof(T) / 2; }
    bool empty() const { return n_ == 0; }
    pointer data() { return pointer(p_); }
    const_pointer data() const { return const_pointer(p_); }
    iterator begin() { return iterator(p_); }
    iterator end() { return iterator(p_ + n_); }
    const_iterator begin() const { return const_iterator(p_); }
    const_iterator end() const { return const_iterator(p_ + n_); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    auto rbegin() { return make_reverse_iterator(end()); }
    auto rend() { return make_reverse_iterator(begin()); }
    reference operator[](size_t i) { return reference(p_ + i); }
    const_reference operator[](size_t i) const { return const_reference(p_ + i); }
    reference front() { return reference(p_); }
    reference back() { return reference(p_ + n_ - 1); }
    const_reference front() const { return const_reference(p_); }
    const_reference back() const { return const_reference(p_ + n_ - 1); }

    void reserve(size_t n)
    {
        if (n <= room_)
            return;
        void *p = nullptr;
        if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess)
            throw std::bad_alloc();
        if (n_)
            simt_detail::check(cudaMemcpy(p, (const void *)p_, n_ * sizeof(T), cudaMemcpyDeviceToDevice),
                               "device_vector");
        release();
        p_ = (T *)p;
        room_ = n;
    }
    void resize(size_t n) { resize(n, T()); }
    void resize(size_t n, const T &v)
    {
        reserve(n);
        if (n > n_)
            thrust::fill(iterator(p_ + n_), iterator(p_ + n), v);
        n_ = n;
    }
    template <class It, class = typename std::iterator_traits<It>::iterator_category>
    void assign(It first, It last)
    {
        size_t n = (size_t)std::distance(first, last);
        n_ = 0;
        reserve(n);
        thrust::copy(first, last, iterator(p_));
        n_ = n;
    }
    void assign(size_t n, const T &v)
    {
        n_ = 0;
        resize(n, v);
    }
    void push_back(const T &v)
    {
        if (n_ == room_)
            reserve(n_ ? 2 * n_ : 16);
        *(begin() + (ptrdiff_t)n_++) = v;
    }
    void pop_back() { n_--; }
    void clear() { n_ = 0; }
    void shrink_to_fit() {}
    iterator erase(iterator first, iterator last)
    {
        device_vector rest(last, end());
        thrust::copy(rest.begin(), rest.end(), first);
        n_ -= (size_t)(last - first);
        return first;
    }
    iterator erase(iterator at) { return erase(at, at + 1); }
    template <class It, class = typename std::iterator_traits<It>::iterator_category>
    void insert(iterator at, It first, It last)
    {
        size_t before = (size_t)(at - begin()), n = (size_t)std::distance(first, last);
        device_vector rest(at, end());
        reserve(n_ + n);
        thrust::copy(first, last, begin() + (ptrdiff_t)before);
        thrust::copy(rest.begin(), rest.end(), begin() + (ptrdiff_t)(before + n));
        n_ += n;
    }
    iterator insert(iterator at, const T &v)
    {
        ptrdiff_t before = at - begin();
        insert(at, &v, &v + 1);
        return begin() + before;
    }
    void swap(device_vector &o) noexcept
    {
        std::swap(p_, o.p_);
        std::swap(n_, o.n_);
        std::swap(room_, o.room_);
    }
    friend void swap(device_vector &a, device_vector &b) noexcept { a.swap(b); }
    friend bool operator==(const device_vector &a, const device_vector &b)
    {
        return a.n_ == b.n_ && thrust::equal(a.begin(), a.end(), b.begin());
    }
    friend bool operator!=(const device_vector &a, const device_vector &b) { return !(a == b); }

  private:
    void release()
    {
        if (p_)
            (void)cudaFree((void *)p_);
        p_ = nullptr;
        room_ = 0;
    }
    T *p_ = nullptr;
    size_t n_ = 0, room_ = 0;
};
template <class T, class A, class B> bool operator==(const host_vector<T, A> &a, const device_vector<T, B> &b)
{
    return a == host_vector<T, A>(b);
}
template <class T, class A, class B> bool operator==(const device_vector<T, A> &a, const host_vector<T, B> &b)
{
    return b == host_vector<T, B>(a);
}
template <class T> using universal_vector = device_vector<T>;

} // namespace thrust

SIMT_HD_END

#endif
