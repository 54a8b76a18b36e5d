-- A bit of everything that keeps an interpreter busy: closures, tables,
-- strings, patterns, recursion, coroutines, errors, sorting, metatables.
-- It prints the same on every run: no addresses, no time, and no table is
-- traversed in hash order. The argument scales the work.

local scale = tonumber(arg[1]) or 1

local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end

local function closures(n)
  local adders = {}
  for i = 1, n do adders[i] = function(x) return x + i end end
  local sum = 0
  for i = 1, n do sum = adders[i](sum) % 1000003 end
  return sum
end

local function random(seed)
  return function(limit)
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed // 65536 % limit
  end
end

local function sorting(n)
  local next, list = random(n), {}
  for i = 1, n do list[i] = next(1000) end
  table.sort(list, function(a, b) return a > b end)
  return list[1] + list[n // 2] + list[n]
end

local function words(n)
  local next, parts = random(7), {}
  for i = 1, n do
    parts[i] = string.rep(string.char(97 + next(26)), 1 + next(7))
  end
  local text, count, longest = table.concat(parts, " "), {}, ""
  for word in text:gmatch("%a+") do
    count[word] = (count[word] or 0) + 1
    if #word > #longest then longest = word end
  end
  local replaced, times = text:gsub("(a+) (b*)", "%2 %1")
  return #replaced, times, longest, count.aaa or 0, text:upper():find("ZZ") or 0
end

local function permutations(n)
  local list, total = {}, 0
  for i = 1, n do list[i] = i end
  local function permute(k)
    if k == 0 then return coroutine.yield(list[1] - list[n]) end
    for i = 1, k do
      list[i], list[k] = list[k], list[i]
      permute(k - 1)
      list[i], list[k] = list[k], list[i]
    end
  end
  for difference in coroutine.wrap(function() permute(n) end) do
    total = total + difference * difference
  end
  return total
end

local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return Vector.new(a.x + b.x, a.y + b.y) end
Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
function Vector.new(x, y) return setmetatable({x = x, y = y}, Vector) end

local function vectors(n)
  local sum, step = Vector.new(0, 0), Vector.new(1, 0.5)
  for _ = 1, n do sum = sum + step end
  return sum.x, sum.y, sum == Vector.new(n, n / 2)
end

local function errors(n)
  local caught = 0
  local function deep(k)
    if k == 0 then error({code = n}) end
    return 1 + deep(k - 1)
  end
  for i = 1, n do
    local ok, problem = pcall(deep, i % 20)
    if not ok and problem.code == n then caught = caught + 1 end
  end
  return caught, select(2, pcall(string.rep))
end

local function compile(n)
  local sum = 0
  for i = 1, n do
    sum = sum + assert(load("local x = ... return x * " .. i .. " + 1"))(i)
  end
  return sum
end

local function sieve(n)
  local composite, primes = {}, 0
  for i = 2, n do
    if not composite[i] then
      primes = primes + 1
      for k = i * i, n, i do composite[k] = true end
    end
  end
  return primes
end

local last
for _ = 1, scale do last = fib(20) end
print("fib", last)
print("closures", closures(5000 * scale))
print("sorting", sorting(4000 * scale))
print("words", words(6000 * scale))
print("permutations", permutations(7))
print("vectors", vectors(8000 * scale))
print("errors", errors(2000 * scale))
print("compile", compile(500 * scale))
print("sieve", sieve(20000 * scale))
print(string.format("%5.2f|%-8s|%x|%q", math.pi, "left", 48879, "a\nb"))
os.exit(7)
