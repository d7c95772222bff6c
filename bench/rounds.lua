-- Whole rounds for wrk: deal, bet, settle. Every answer feeds a later request, so that a connection
-- never waits for another. Arguments: prefix of keys, prefix of players, count of players.
-- Keys are scattered as clients' random keys are; keys in ascending order would flatter an index.
local prefix, free, open, sent, seed = '', {}, {}, 0, 1
settled, refused = 0, 0

function init(args)
  prefix = args[1]
  for i = 1, tonumber(args[3]) do free[i] = args[2] .. i end
  for i = 1, #prefix do seed = (seed * 31 + prefix:byte(i)) % 2147483647 + 1 end
end

local function post(path, body)
  sent = sent + 1
  seed = seed * 16807 % 2147483647
  local key = string.format('%08x-%s-%d', seed, prefix, sent)
  local headers = { ['Content-Type'] = 'application/json', ['Idempotency-Key'] = key }
  return wrk.format('POST', path, headers, body)
end

function request()
  local round = table.remove(open, 1)
  if round then
    local body = '{"player":"' .. round.player .. '","box":1,"action":"bet"}'
    return post('/v1/rounds/' .. round.id .. '/actions', body)
  end
  local player = table.remove(free, 1)
  local body = '{"table":"oasis-poker","player":"' .. player .. '","boxes":[{"box":1,"ante":100}]}'
  return post('/v1/rounds', body)
end

function response(status, headers, body)
  local player = body:match('"player":"([^"]+)"')
  if status == 201 then
    table.insert(open, { id = body:match('"id":"([^"]+)"'), player = player })
  elseif status == 200 and body:find('"state":"settled"', 1, true) then
    settled = settled + 1
    table.insert(free, player)
  else
    refused = refused + 1
  end
end

local threads = {}
function setup(thread) table.insert(threads, thread) end

function done(summary, latency)
  local rounds, no = 0, 0
  for _, thread in ipairs(threads) do
    rounds = rounds + thread:get('settled')
    no = no + thread:get('refused')
  end
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.timeout
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"rounds":%d,"refused":%d,"failed":%d,"p99Ms":%f}\n',
    summary.requests, summary.duration / 1e6, rounds, no, failed, latency:percentile(99) / 1000))
end
