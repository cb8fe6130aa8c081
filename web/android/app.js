// Implements browser features that Android's WebView lacks, by calls of the app (smali/Door.smali). apk.py inserts this script before all
// others.
'use strict';

{
  const ask = (what, text, name = '', kind = '') => globalThis.flipsideApp.ask(what, text, name, kind);
  const put = (name, value) => Object.defineProperty(navigator, name, { value, configurable: true });

  // The app itself serves the whole site; a service worker would use the network.
  delete Navigator.prototype.serviceWorker;

  put('clipboard', { async writeText(text) { ask('copy', text); } });

  put('share', async ({ title, text, url }) => { ask('send', url ?? text, title); });

  put('wakeLock', { async request() {
    const lock = new EventTarget();
    lock.release = async () => {
      ask('awake', '');
      lock.dispatchEvent(new Event('release'));
    };
    ask('awake', 'yes');
    return lock;
  } });

  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.download) return click.call(this);
    const name = this.download;
    return fetch(this.href).then((answer) => answer.blob()).then((blob) => {
      const reader = new FileReader();
      reader.onload = () => ask('save', reader.result.split(',')[1] || '', name, blob.type || 'application/octet-stream');
      reader.readAsDataURL(blob);
    });
  };
}
