-- One body again and again for wrk. Arguments: path, body. No `response`: wrk then parses no bodies.
function init(args)
  wrk.path = args[1]
  wrk.method = 'POST'
  wrk.body = args[2]
  wrk.headers['Content-Type'] = 'application/json'
  echo = wrk.format()
end

function request() return echo end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"rounds":0,"refused":%d,"failed":%d,"p99Ms":%f}\n',
    summary.requests, summary.duration / 1e6, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(99) / 1000))
end
