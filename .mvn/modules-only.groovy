// With -B, a build tells when each module begins and ends, what its tests came to, and what fails; not each of its ten goals.
import java.lang.reflect.InvocationHandler
import java.lang.reflect.Proxy
import org.apache.maven.execution.ExecutionListener
import org.slf4j.LoggerFactory

def all = session.request.executionListener
if (all == null || session.request.interactiveMode) {
  return
}
def log = LoggerFactory.getLogger('interlock.build')
InvocationHandler fewer = { proxy, event, arguments ->
  switch (event.name) {
    case 'mojoStarted':
      return null
    case 'projectStarted':
      log.info("${arguments[0].project.name} begins".toString())
      return null
    case 'projectSucceeded':
      log.info("${arguments[0].project.name} is done".toString())
      break
  }
  event.invoke(all, arguments)
}
session.request.executionListener =
    Proxy.newProxyInstance(ExecutionListener.classLoader, [ExecutionListener] as Class[], fewer)
